/** Outlines on a 24 × 24 grid. */
const PATHS = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
  contrast: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 3.5v17M12 8h7M12 12h8.5M12 16h7',
  language: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c1-8 14-8 15 0',
  up: 'M6 14l6-6 6 6',
  down: 'M6 10l6 6 6-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  cross: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l5 5L19.5 7',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6L11.5 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1.5-1.5',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon: the surrounding control has the accessible name. */
export const Icon = ({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'more' ? 3 : 2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
