export const bundledPackages: RegExp
export const oneLanguage: { file: RegExp; text: string }
