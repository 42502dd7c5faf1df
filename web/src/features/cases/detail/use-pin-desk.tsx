import type { CaseDetail } from '@cusp/contract/cases';
import { useTranslation } from 'react-i18next';
import type { Uploading } from '../../files/files.offers.tsx';
import type { PictureDesk, PinDesk } from '../../viewer/viewer.offers.tsx';
import { goToComment } from '../comments/go-to-comment.ts';
import { PinComposer } from '../comments/PinComposer.tsx';
import { PinnedComment } from '../comments/PinnedComment.tsx';
import { nextPictureName, pinsOfCase } from '../comments/pins-of-case.ts';

/** The comments of a case as pins in the viewer, and where its pictures of the view go. */
export function usePinDesk(
  dentalCase: Pick<CaseDetail, 'id' | 'no' | 'files' | 'comments' | 'status'>,
  uploads: Uploading,
): { pinDesk: PinDesk; pictureDesk: PictureDesk } {
  const { t } = useTranslation('common');
  const { no, files, comments, status } = dentalCase;
  const sendPicture = status.code === 'CLSD' ? undefined : uploads.send;
  return {
    pinDesk: {
      pins: pinsOfCase(comments, files, t('unknown')),
      card(pin, leave) {
        const comment = comments.find(({ id }) => id === pin.key);
        const goTo = () => {
          leave();
          goToComment(pin.key);
        };
        return comment && <PinnedComment comment={comment} files={files} onGoTo={goTo} />;
      },
      composer: (task) => (
        <PinComposer dentalCase={dentalCase} uploads={uploads} sendPicture={sendPicture} task={task} />
      ),
    },
    pictureDesk: {
      name: () => nextPictureName(no, files),
      add: sendPicture && (async (picture) => (await sendPicture(picture)) !== null),
    },
  };
}
