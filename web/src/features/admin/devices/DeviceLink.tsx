import { ADM_PATHS } from '@cusp/contract/pages';
import { mayEnter, STAFF_AREAS, staffFlagsOf } from '@cusp/contract/staff.routes';
import { Anchor } from '@mantine/core';
import { generatePath, Link } from 'react-router';
import { useUser } from '../../../client/session/session-store.ts';
import { UdiText } from '../../../dental-ui/UdiText.tsx';

/** The UDI of a device, which leads to its page for those who may open it. */
export function DeviceLink({ id, udi }: { id: number; udi: string }) {
  if (!mayEnter(staffFlagsOf(useUser()), STAFF_AREAS.deviceDetail)) return <UdiText udi={udi} />;
  return (
    <Anchor component={Link} inherit to={generatePath(ADM_PATHS.deviceDetail, { deviceId: String(id) })}>
      <UdiText udi={udi} />
    </Anchor>
  );
}
