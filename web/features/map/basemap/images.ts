import type { ImageTarget } from '../markerImages.ts'
import { carColors, drawCar } from './carImage.ts'
import { carImage, lawnImage, treeImage, treeShadowImage } from './imageNames.ts'
import { drawLawn } from './lawnImage.ts'
import { drawTree, drawTreeShadow, treeColors } from './treeImage.ts'

/** Twice the map's pixel density: sharp on most screens. */
const PIXEL_RATIO = 2

/** Adds every image that `basemapStyle` refers to. Call it after each style load; existing images are kept. */
export function addBasemapImages(map: ImageTarget): void {
  const add = (id: string, draw: () => ImageData): void => {
    if (!map.hasImage(id)) map.addImage(id, draw(), { pixelRatio: PIXEL_RATIO })
  }
  treeColors.forEach((_, kind) => add(treeImage(kind), () => drawTree(kind)))
  add(treeShadowImage, drawTreeShadow)
  carColors.forEach((_, kind) => add(carImage(kind), () => drawCar(kind)))
  add(lawnImage, drawLawn)
}
