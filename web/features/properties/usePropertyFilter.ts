import { useEffect, useState } from 'react'
import type { PropertyFilter, PropertyType } from '../../gql/graphql.ts'

const DEBOUNCE_MS = 200

/** The search text and the tag, and the filter derived from them once typing pauses. */
export function usePropertyFilter() {
  const [text, setText] = useState('')
  const [tag, setTag] = useState<PropertyType | 'ALL'>('ALL')
  const [search, setSearch] = useState('')
  const normalizedText = text.trim().replace(/\s+/g, ' ')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(normalizedText), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [normalizedText])
  const filter: PropertyFilter = { ...(search ? { search } : {}), ...(tag === 'ALL' ? {} : { tag }) }
  const clear = () => {
    setText('')
    setSearch('')
    setTag('ALL')
  }
  return { text, setText, tag, setTag, filter, isFiltered: Boolean(search) || tag !== 'ALL', clear }
}
