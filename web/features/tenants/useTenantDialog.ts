import { useSearchParams } from 'react-router-dom'

/** The edited tenant ('new' for a new one), stored in the URL so that it survives an expired session. */
export function useTenantDialog() {
  const [params, setParams] = useSearchParams()
  return {
    editing: params.get('edit'),
    edit: (id: string) => setParams({ edit: id }),
    close: () => setParams({}, { replace: true }),
  }
}
