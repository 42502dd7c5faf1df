import type { Connection } from '@cusp/contract/connections';
import { CreateConnectionDialog } from './create/CreateConnectionDialog.tsx';
import { EditAliasDialog } from './EditAliasDialog.tsx';
import { InfoDialog } from './InfoDialog.tsx';

export type OpenDialog = { kind: 'create' } | { kind: 'info' | 'edit'; connection: Connection };

/** The dialog of the screen that is open, if any. A dialog that closes takes what was typed with it. */
export function ConnectionDialogs({ dialog, onClose }: { dialog: OpenDialog | null; onClose(): void }) {
  if (!dialog) return null;
  if (dialog.kind === 'create') return <CreateConnectionDialog onClose={onClose} />;
  if (dialog.kind === 'edit') return <EditAliasDialog connection={dialog.connection} onClose={onClose} />;
  return <InfoDialog connection={dialog.connection} onClose={onClose} />;
}
