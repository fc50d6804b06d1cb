export const PILL_CLASSES =
  'flex h-10 items-center gap-2.5 rounded-full bg-surface px-3.5 text-[1rem] whitespace-nowrap text-ink shadow-map after:absolute after:-inset-1 relative'
