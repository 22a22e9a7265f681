// Plain JavaScript: a clone's built copy needs it before any code of the service is loaded.

/** Packages to bundle into the commands, because they have many modules; the others stay in node_modules. */
export const bundledPackages = /^(viem|zod|abitype|ox|@noble\/|@scure\/)/

/** Commands report errors in English; zod's fifty other languages are a sixth of what they would load. */
export const oneLanguage = {
  file: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/,
  text: "export { default as en } from './en.js'\n",
}
