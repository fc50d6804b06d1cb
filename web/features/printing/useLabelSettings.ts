import { useState } from 'react'
import { useMe } from '../../session/person/MeProvider.tsx'
import type { AddressedTo } from './printRequest.ts'

/** How labels or envelopes are printed. The start position is a text, because the field can be empty. */
export interface LabelSettings {
  labelSheet: string
  envelope: string
  startPosition: string
  addressedTo: AddressedTo
  returnAddress: string
}

const DEFAULT_SETTINGS: LabelSettings = {
  labelSheet: '5160',
  envelope: 'envelope_10',
  startPosition: '1',
  addressedTo: 'owner',
  returnAddress: '',
}

/** Prefix of the local storage keys that remember the settings on this device. The tenant's id follows. */
const STORAGE_KEY_PREFIX = 'porchlight.labels.'

/** The settings of the last labels or envelopes of the tenant that were printed on this device, and the functions to change and keep them. */
export function useLabelSettings() {
  const { tenant } = useMe()
  const key = STORAGE_KEY_PREFIX + (tenant?.id ?? '')
  const [settings, setSettings] = useState(() => readSettings(key))
  const keep = () => {
    try {
      // A sheet that was begun is used up when the next ones are printed.
      localStorage.setItem(key, JSON.stringify({ ...settings, startPosition: '1' }))
    } catch {
      // A full storage only means that the settings must be entered again.
    }
  }
  return { settings, change: (change: Partial<LabelSettings>) => setSettings({ ...settings, ...change }), keep }
}

function readSettings(key: string): LabelSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    const known = Object.entries(stored).filter(
      ([name, value]) => name in DEFAULT_SETTINGS && typeof value === 'string',
    )
    return { ...DEFAULT_SETTINGS, ...Object.fromEntries(known) }
  } catch {
    return DEFAULT_SETTINGS
  }
}
