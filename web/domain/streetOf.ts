/** '1018 W 11th Demo St' of '1018 W 11th Demo St, Demo Town, IN 00042': what names a property within its town. */
export const streetOf = (address: string): string => address.split(',')[0]!.trim() || address
