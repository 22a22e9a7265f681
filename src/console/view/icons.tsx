const paths = {
  check: 'm3.5 8.5 3 3 6-7',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  back: 'M6 4 3 7l3 3M3 7h7a3 3 0 0 1 0 6H7',
  clock: 'M8 4.5V8l2.5 1.5M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z',
  warn: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3.2M8 11.6v.1',
  copy: 'M6 6h7v7H6zM3.5 10H3V3h7v.5',
  link: 'M6.5 9.5 9.5 6.5M7 4.5 8.5 3a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5 7.5 13a2.8 2.8 0 0 1-4-4L5 7.5',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  braces:
    'M6 3H5a1 1 0 0 0-1 1v2.5L3 8l1 1.5V12a1 1 0 0 0 1 1h1M10 3h1a1 1 0 0 1 1 1v2.5L13 8l-1 1.5V12a1 1 0 0 1-1 1h-1',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.8 10.8 14 14',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5Z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  down: 'm4 6 4 4 4-4',
  flip: 'M5 2.5v11M2.5 11 5 13.5 7.5 11M11 13.5v-11M8.5 5 11 2.5 13.5 5',
  wallet: 'M2.5 5h11v8.5h-11zM2.5 5l8-2.5V5M10.5 9.2h1.2',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  plus: 'M8 3v10M3 8h10',
} as const

export type IconName = keyof typeof paths

/** A line drawing of 16 units; a word beside it says the same. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg class="ico" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}

export function BrandMark() {
  return (
    <svg class="ico" width="26" height="16" viewBox="0 0 26 16" aria-hidden="true" focusable="false">
      <path d="M0 8.5h26M4 8.5C6 1 20 1 22 8.5M5 13.5a3.2 3.2 0 0 1 6 0M15 13.5a3.2 3.2 0 0 1 6 0" />
    </svg>
  )
}
