/** The user's place, as on the map. */
export const MeDot = () => (
  <span aria-hidden className="block size-4.5 rounded-full border-[3px] border-[#fff] bg-[#2566d8] shadow-map" />
)
