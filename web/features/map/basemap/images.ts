import { drawCar, carColors } from './carImage.ts'
import { carImage, lawnImage, treeImage, treeShadowImage } from './imageNames.ts'
import { drawLawn } from './lawnImage.ts'
import { drawTree, drawTreeShadow, treeColors } from './treeImage.ts'

/** The part of a map that takes pictures; both map libraries have it. */
export interface ImageTarget {
  hasImage(id: string): boolean
  addImage(id: string, image: ImageData, options: { pixelRatio: number }): unknown
}

/** Twice the map's own pixels: crisp on most screens, soft at most on the nearest zooms, as leaves are. */
const PIXEL_RATIO = 2

/** Afterwards the map has every picture that `basemapStyle` names. Call it on each `style.load`; what is there stays. */
export function addBasemapImages(map: ImageTarget): void {
  const add = (id: string, draw: () => ImageData): void => {
    if (!map.hasImage(id)) map.addImage(id, draw(), { pixelRatio: PIXEL_RATIO })
  }
  treeColors.forEach((_, kind) => add(treeImage(kind), () => drawTree(kind)))
  add(treeShadowImage, drawTreeShadow)
  carColors.forEach((_, kind) => add(carImage(kind), () => drawCar(kind)))
  add(lawnImage, drawLawn)
}
