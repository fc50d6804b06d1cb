/** The address of the demo town whose parcel lookup fails with 503, to demonstrate and test the failure. */
export const PARCEL_OUTAGE_ADDRESS = '503 W 5th Demo St'
