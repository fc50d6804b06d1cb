import { useSearchParams } from 'react-router-dom'

/** Which tenant is edited ('new' for one that is made), kept in the address so that it outlasts an expired session. */
export function useTenantDialog() {
  const [params, setParams] = useSearchParams()
  return {
    editing: params.get('edit'),
    edit: (id: string) => setParams({ edit: id }),
    close: () => setParams({}, { replace: true }),
  }
}
