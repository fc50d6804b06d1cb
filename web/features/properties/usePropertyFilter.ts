import { useEffect, useState } from 'react'
import type { PropertyFilter, PropertyType } from '../../gql/graphql.ts'

/** How long the typing must pause. */
const DEBOUNCE_MS = 200

/** What is typed and chosen above the list, and the filter that the server is asked with once the typing rests. */
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
