import { type ChangeEvent, useState } from 'react'

/** The texts of a form, and the props of the field of each. `onChange` is called when one of them changes. */
export function useTexts<Texts extends Record<string, string>>(initial: Texts, onChange?: () => void) {
  const [texts, setTexts] = useState(initial)
  const text = (name: keyof Texts) => ({
    value: texts[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setTexts((before) => ({ ...before, [name]: target.value }))
      onChange?.()
    },
  })
  return { texts, text }
}
