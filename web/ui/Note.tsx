import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { tintClasses } from './hues.ts'

const glyphs = { warn: TriangleAlert, bad: CircleAlert, info: Info }

/** A fact, a warning, or an error that is announced to screen readers. */
export function Note({ hue, children }: { hue: 'warn' | 'bad' | 'info'; children: ReactNode }) {
  const Glyph = glyphs[hue]
  return (
    <div
      role={hue === 'bad' ? 'alert' : 'status'}
      className={classNames('flex gap-2.5 rounded-button px-3 py-2.5 text-small', tintClasses[hue])}
    >
      <Glyph aria-hidden size={16} className="mt-px shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
