import { useCallback, useState } from 'react'
import { PropertyPanel } from '../features/properties/PropertyPanel.tsx'
import { usePropertyGone } from '../features/properties/usePropertyGone.ts'
import { lazyPart } from '../lib/lazyPart.ts'

// Loaded after the list, because the code that draws thumbnails from map tiles is large.
const PropertyThumbnail = lazyPart(
  async () => (await import('../features/map/thumbnail/PropertyThumbnail.tsx')).PropertyThumbnail,
  <span className="block h-37 w-29.5 bg-sunken" />,
)
// Loaded when a property is opened, to keep the list's bundle small.
const PropertyDetailsDialog = lazyPart(async () => (await import('./PropertyDetailsDialog.tsx')).PropertyDetailsDialog)

/** /properties: the saved properties, and the details of the open one (spec §2). */
export function PropertiesScreen() {
  const [openId, setOpenId] = useState<string>()
  const close = useCallback(() => setOpenId(undefined), [])
  const handleGone = usePropertyGone(close)
  return (
    <>
      <PropertyPanel picture={(property) => <PropertyThumbnail property={property} />} onEdit={setOpenId} />
      {openId && <PropertyDetailsDialog id={openId} onClose={close} onDeleted={handleGone} onGone={handleGone} />}
    </>
  )
}
