import { useEffect, useState } from 'react'
import { subscribeToChanges } from './areaChanges.ts'
import { listAreas, type SavedArea } from './areaStore.ts'

/** The saved areas of a user, kept up to date; undefined until they are read, and where nothing can be stored. */
export function useAreas(owner: string): SavedArea[] | undefined {
  const [areas, setAreas] = useState<SavedArea[]>()
  useEffect(() => {
    let latest = 0
    const read = () => {
      const current = (latest += 1)
      void listAreas(owner)
        .then((list) => current === latest && setAreas(list))
        .catch(() => undefined)
    }
    read()
    return subscribeToChanges(read)
  }, [owner])
  return areas
}
