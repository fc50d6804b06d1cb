import { PHONE_QUERY } from './useMediaQuery.ts'

/** What a text calls the device in the user's hands or on their desk, as in 'Saved on this phone'. */
export const deviceName = (): 'phone' | 'computer' =>
  typeof matchMedia === 'function' && !matchMedia(PHONE_QUERY).matches ? 'computer' : 'phone'
