import { Button, type ButtonProps } from './Button.tsx'

/** The button that loads the next page of a list, below its last row. */
export const ShowMore = ({ children = 'Show More', ...button }: ButtonProps) => (
  <p className="mt-4 text-center">
    <Button {...button}>{children}</Button>
  </p>
)
