/** '1018 W 11th Demo St' of '1018 W 11th Demo St, Demo Town, IN 46202'. */
export const streetOf = ({ address }: { address: string }): string => address.split(',')[0]?.trim() || address
