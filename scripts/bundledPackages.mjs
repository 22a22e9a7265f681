// Plain JavaScript: the built copy of a clone needs it before anything of the service is loaded.

/** Packages that go into a bundle of the commands, because they have many modules; the others are found in node_modules. */
export const bundledPackages = /^(viem|zod|abitype|ox|@noble\/|@scure\/)/

/** A command is told its errors in English; zod's fifty other languages are a sixth of what it would load. */
export const oneLanguage = {
  file: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/,
  text: "export { default as en } from './en.js'\n",
}
