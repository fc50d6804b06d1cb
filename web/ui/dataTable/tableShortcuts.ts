/** The keys of every table, for the help on shortcuts. */
export const tableShortcuts = {
  title: 'Lists',
  shortcuts: [
    { keys: ['↑', '↓'], label: 'Move to the previous or next row' },
    { keys: ['Shift', '↑ ↓'], label: 'Extend the selection' },
    { keys: ['Space', 'x'], label: 'Select the row' },
    { keys: ['b'], label: 'Go to the actions on the selected rows' },
    { keys: ['Enter'], label: 'Open the row' },
    { keys: ['Esc'], label: 'Close the open row, or clear the selection' },
    { keys: ['/'], label: 'Search the list' },
  ],
}
