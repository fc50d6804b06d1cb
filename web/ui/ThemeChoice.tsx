import { SegmentedControl } from './SegmentedControl.tsx'
import { type ThemeChoice as Choice, useTheme } from './theme.ts'

export const themeOptions: readonly { value: Choice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Chooses light, dark or the system theme. */
export function ThemeChoice({ className }: { className?: string }) {
  const { choice, choose } = useTheme()
  return (
    <SegmentedControl label="Theme" options={themeOptions} value={choice} onChange={choose} className={className} />
  )
}
