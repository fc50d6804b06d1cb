import { useEffect, useState } from 'react'

/** The value after it has not changed for `delayMs`. A change from or to null is not delayed. */
export function useDebouncedValue<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  const wait = value === null || debounced === null ? 0 : delayMs
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(() => value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return debounced
}
