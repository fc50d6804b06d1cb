/** The hues of the look; a hue never speaks alone, a shape or a word stands with it. */
export type Hue = 'good' | 'warn' | 'bad' | 'info' | 'mute' | 'plum' | 'teal' | 'orange' | 'slate'

/** Text of the hue on its tint (at least 4.5:1 in both themes). */
export const tintClasses: Record<Hue, string> = {
  good: 'bg-good-tint text-good',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  info: 'bg-info-tint text-info',
  mute: 'bg-mute-tint text-mute',
  plum: 'bg-plum-tint text-plum',
  teal: 'bg-teal-tint text-teal',
  orange: 'bg-orange-tint text-orange',
  slate: 'bg-slate-tint text-slate',
}

/** White on the solid hue; `warn` carries ink. */
export const fillClasses: Record<Hue, string> = {
  good: 'bg-good-fill text-on-fill',
  warn: 'bg-warn-fill text-on-accent',
  bad: 'bg-bad-fill text-on-fill',
  info: 'bg-info-fill text-on-fill',
  mute: 'bg-mute-fill text-on-fill',
  plum: 'bg-plum-fill text-on-fill',
  teal: 'bg-teal-fill text-on-fill',
  orange: 'bg-orange-fill text-on-fill',
  slate: 'bg-slate-fill text-on-fill',
}
