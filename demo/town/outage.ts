/** The address of the demo town whose parcel look-up fails with 503, so that the failure can be seen and tested. */
export const PARCEL_OUTAGE_ADDRESS = '503 W 5th Demo St'
