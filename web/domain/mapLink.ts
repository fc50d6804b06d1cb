/** A link that opens a saved property on the map. */
export const mapLink = (propertyId: string): string => `/map?house=${encodeURIComponent(propertyId)}`
