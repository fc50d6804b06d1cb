import type { FeatureCollection } from 'geojson'
import { drawMarkerImage, type MarkerImage } from './markerImages.ts'

/** The part of a map that holds images; the same in both libraries. */
interface ImageHolder {
  hasImage: (name: string) => boolean
  addImage: (name: string, image: MarkerImage['data'], options: MarkerImage['options']) => unknown
}

/** Every image asked for so far: a new style starts with none of them. */
const drawn = new Map<string, MarkerImage>()

/** Notes the images that the features name, and adds them to the map before the features are handed to it. */
export function addImagesOf(map: ImageHolder, features: FeatureCollection): void {
  for (const { properties } of features.features) {
    const name = properties?.['image'] as string | undefined
    if (name && !drawn.has(name)) drawn.set(name, drawMarkerImage(name))
  }
  addMissingImages(map)
}

/** Gives the map every noted image that it does not have. */
export function addMissingImages(map: ImageHolder): void {
  for (const [name, { data, options }] of drawn) {
    if (!map.hasImage(name)) map.addImage(name, data, options)
  }
}
