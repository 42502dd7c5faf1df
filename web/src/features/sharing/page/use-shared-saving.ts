import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastError } from '../../../ui/toast.ts';
import { saveFrom } from '../../files/files.offers.tsx';
import { isRefusal } from './RefusedLink.tsx';
import { sharedUrl } from './shared-files.ts';

/** Downloads of the files behind a link, one at a time: the one in progress, and its result as a message. */
export function useSharedSaving(token: string, onRefused: () => void) {
  const { t: errors } = useTranslation('errors');
  const [going, setGoing] = useState<string | null>(null);

  function failed(error: unknown) {
    const isRefused = error instanceof ApiError && (isRefusal(error) || error.code === 'server_is_wrong');
    // The file has been deleted or replaced.
    if (isRefused || (error instanceof ApiError && error.status === 404)) onRefused();
    if (!isRefused) toastError(errorText(errors, error));
  }

  async function run(what: string, work: () => Promise<void>) {
    setGoing(what);
    try {
      await work();
    } catch (error) {
      failed(error);
    } finally {
      setGoing(null);
    }
  }

  const save = ({ id }: { id: number }) =>
    run(`save ${id}`, async () => saveFrom(await sharedUrl(token, id, 'download')));

  return { going, failed, run, save };
}
