import { useEffect, useState } from 'react'
import { subscribeToChanges } from './areaChanges.ts'
import { listAreas, type SavedArea } from './areaStore.ts'

/** The saved areas of a user, kept up to date; undefined until they are read, and null if the device stores nothing. */
export function useAreas(owner: string): SavedArea[] | null | undefined {
  const [areas, setAreas] = useState<SavedArea[] | null>()
  useEffect(() => {
    let latest = 0
    const read = () => {
      const current = (latest += 1)
      void listAreas(owner)
        .then((list) => current === latest && setAreas(list))
        .catch(() => current === latest && setAreas(null))
    }
    read()
    return subscribeToChanges(read)
  }, [owner])
  return areas
}
