import { classNames } from '../ui/classNames.ts'
import { fillClasses, tintClasses } from '../ui/hues.ts'
import type { OutcomeDisplay } from './outcomes.ts'

const shapeClasses: Record<OutcomeDisplay['shape'], string> = {
  square: 'rounded-[22%]',
  disc: 'rounded-full',
  gable: '[clip-path:polygon(50%_0,100%_16%,100%_92%,98%_97%,92%_100%,8%_100%,2%_97%,0_92%,0_16%)]',
  octagon: '[clip-path:polygon(29%_0,71%_0,100%_29%,100%_71%,71%_100%,29%_100%,0_71%,0_29%)]',
}

interface OutcomeIconProps {
  display: OutcomeDisplay
  size: number
  /** Tinted for lists, instead of the solid style of buttons. */
  isTinted?: boolean
}

/** The shape and icon of an outcome. Always show its label next to it. */
export function OutcomeIcon({ display, size, isTinted = false }: OutcomeIconProps) {
  const { icon: Icon, hue, shape, outcome } = display
  return (
    <span
      aria-hidden
      // A percentage would be of the width of what is around the icon.
      style={{ width: size, height: size, paddingTop: shape === 'gable' && !isTinted ? size * 0.08 : undefined }}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center',
        isTinted ? tintClasses[hue] : fillClasses[hue],
        isTinted ? (shape === 'disc' ? 'rounded-full' : 'rounded-button') : shapeClasses[shape],
      )}
    >
      <Icon size={Math.round(size * 0.5)} fill={outcome === 'INTERESTED' ? 'currentColor' : 'none'} />
    </span>
  )
}
