/** Over the map until there is something to see. Without it, markers would stand on a plain color for seconds. */
export const MapLoading = () => (
  <p
    role="status"
    className="pointer-events-none absolute inset-0 flex items-center justify-center bg-sunken text-body text-ink-2"
  >
    Loading the map
  </p>
)
