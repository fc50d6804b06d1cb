/** The hues of the design. Color alone is not accessible: use each with a shape or a text. */
export type Hue = 'good' | 'warn' | 'bad' | 'info' | 'mute' | 'plum' | 'teal' | 'orange' | 'slate'

/** Text in the hue on its tint, with a contrast of at least 4.5:1 in both themes. */
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

/** White text on the solid hue; dark text for `warn`. */
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
