import { PAGES } from '@cusp/contract/pages';
import { acceptGroup } from '@cusp/contract/share-groups.routes';
import { useParams } from 'react-router';
import { useChange } from '../../client/use-call.ts';
import { AcceptLink } from '../invitations/invitations.offers.tsx';

/** The page behind the link of a group invitation. */
export default function AcceptGroupScreen() {
  const { sguidb64 = '', token = '' } = useParams();
  const change = useChange(acceptGroup);
  return (
    <AcceptLink
      then={PAGES.groups}
      isWhole={Boolean(sguidb64 && token)}
      accept={async (srvLoc) =>
        (await change.mutateAsync({ params: { sguidb64, token }, query: { srv_loc: srvLoc } })).detail
      }
    />
  );
}
