import { useMe } from './MeProvider.tsx'

/** Where this browser keeps which columns of a list the user has chosen. */
export function useColumnsKey(list: string): string {
  return `columns:${list}:${useMe().id}`
}
