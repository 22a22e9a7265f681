const kept = 'causeway-theme'

/** The theme that the reader chose; the system's until then. Storage may be forbidden, and then nothing is kept. */
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
