/** The flags that make a user staff. They can be combined; in the user object each is prefixed with `is_`. */
export const STAFF_FLAGS = ['device_manager', 'sales_manager', 'staff', 'device_user_viewer'] as const;
export type StaffFlag = (typeof STAFF_FLAGS)[number];

/** Flags that open each area of the administration, for `staff` of its endpoints and `flags` of its screens. */
export const STAFF_AREAS = {
  devices: ['device_manager', 'sales_manager'],
  factoryRegistration: ['device_manager'],
  registrations: ['device_manager', 'sales_manager', 'device_user_viewer'],
  deviceDetail: ['device_manager', 'device_user_viewer'],
  partnerFeatures: ['device_manager'],
  tickets: ['device_manager', 'staff'],
  users: ['sales_manager', 'staff'],
  /** Acting for customers, and approving requests of colleagues to do so. */
  support: ['staff'],
  userLocations: ['sales_manager', 'staff'],
  cases: ['staff'],
  groups: ['staff'],
  connections: ['sales_manager', 'staff'],
  labs: ['sales_manager', 'staff'],
  dashboard: ['staff'],
} as const satisfies Record<string, readonly [StaffFlag, ...StaffFlag[]]>;

type Flagged = { readonly [F in StaffFlag as `is_${F}`]: boolean };

/** The staff flags of a person, in a fixed order. */
export const staffFlagsOf = (person: Flagged): StaffFlag[] =>
  STAFF_FLAGS.filter((flag) => person[`is_${flag}`]);

/** Whether a person with `flags` may use a feature that requires one of `entry`. */
export const mayEnter = (flags: readonly StaffFlag[], entry: readonly StaffFlag[]): boolean =>
  flags.some((flag) => entry.includes(flag));
