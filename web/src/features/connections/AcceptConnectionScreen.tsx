import { acceptConnection } from '@cusp/contract/connections.routes';
import { PAGES } from '@cusp/contract/pages';
import { useParams } from 'react-router';
import { useChange } from '../../client/use-call.ts';
import { AcceptLink } from '../invitations/invitations.offers.tsx';

/** The page behind the link of a connection request. */
export default function AcceptConnectionScreen() {
  const { cidb64 = '', token = '' } = useParams();
  const change = useChange(acceptConnection);
  return (
    <AcceptLink
      then={PAGES.connections}
      isWhole={Boolean(cidb64 && token)}
      accept={async (srvLoc) =>
        (await change.mutateAsync({ params: { cidb64, token }, query: { srv_loc: srvLoc } })).detail
      }
    />
  );
}
