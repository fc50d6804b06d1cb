import { serveRequests } from '../workers/serveRequests.ts'
import { encodePhoto } from './encodePhoto.ts'

serveRequests(encodePhoto)
