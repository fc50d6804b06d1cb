import { z } from 'zod'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse, quotaUsedUp } from '../rest/shapes.ts'
import { maxPhotoBytes, photoTooLargeMessage, readPhoto, uploadPhoto } from '../usecases/photos/photos.ts'

const photo = z.object({ id: id.describe('Send it in `photo_ids` with a knock.') }).meta({ id: 'Photo' })

export const photoRoutes = [
  defineRoute('post', '/photos', {
    operationId: 'uploadPhoto',
    access: 'knock.log',
    summary: 'Upload a photo for a knock',
    description:
      'The image is stored upright, without its metadata, and reduced to at most 2,048 pixels on its longer side. The photos of a property are deleted with it, and a photo without a knock after 30 days.',
    form: {
      file: 'A JPEG or PNG image of at most 1 MB.',
      fields: {},
      maxBytes: maxPhotoBytes,
      missingMessage: 'Please select a photo',
      tooLargeMessage: photoTooLargeMessage,
    },
    response: itemResponse(photo),
    status: 201,
    errors: {
      413: 'The file is larger than 1 MB.',
      415: 'The file is not a JPEG or PNG image, or the content type of the body is not multipart/form-data.',
      422: 'The file is missing or damaged, has too many pixels, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    handle: async (ctx, { upload }) => ({ data: await uploadPhoto(ctx, upload.content) }),
  }),
  defineRoute('get', '/photos/:id', {
    operationId: 'downloadPhoto',
    access: 'property.read',
    summary: 'Download a photo',
    description: 'A rep can read their own photos and those of knocks at the properties assigned to them.',
    params: { id: 'Id of the photo.' },
    response: {
      files: { 'image/jpeg': 'The photo, if a JPEG was uploaded.', 'image/png': 'The photo, if a PNG was uploaded.' },
    },
    async handle(ctx, { params, response }) {
      const { content, contentType } = await readPhoto(ctx, params['id']!)
      response.setHeader('Content-Type', contentType)
      response.vary('Authorization')
      response.setHeader('Content-Disposition', 'inline')
      response.send(content)
    },
  }),
]
