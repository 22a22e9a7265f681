const kept = 'causeway-theme'

/** Applies the theme that the reader chose, by default the system's. Not kept if storage is forbidden. */
export function applyTheme(): void {
  try {
    const chosen = localStorage.getItem(kept)
    if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
  } catch {
    // without storage the system's theme stays
  }
}

export function turnTheme(): void {
  const isDark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  const next = isDark ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  try {
    localStorage.setItem(kept, next)
  } catch {
    // chosen for this page alone
  }
}
