import { useParams } from 'react-router';
import { useSession } from '../../../client/session/session-store.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { NewPassword } from './NewPassword.tsx';
import { RequestReset } from './RequestReset.tsx';

/**
 * One screen, three modes: a reset link sets a new password, signed-in people change theirs, everybody else
 * asks for a link. A link wins over a session: who opens one does not know the old password.
 */
export default function PasswordScreen() {
  const { token } = useParams();
  const session = useSession();
  return (
    <EntryPage>
      {token ? <NewPassword token={token} /> : 'user' in session ? <ChangePassword /> : <RequestReset />}
    </EntryPage>
  );
}
