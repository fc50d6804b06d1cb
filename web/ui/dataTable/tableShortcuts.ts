/** The keys of every table, for the list of shortcuts. */
export const tableShortcuts = [
  { keys: ['↑', '↓'], text: 'Move to the previous or next row' },
  { keys: ['Shift', '↑ ↓'], text: 'Extend the selection' },
  { keys: ['Space', 'x'], text: 'Select the row' },
  { keys: ['Enter'], text: 'Open the row' },
  { keys: ['Esc'], text: 'Close the open row, or clear the selection' },
  { keys: ['/'], text: 'Search the list' },
] as const
