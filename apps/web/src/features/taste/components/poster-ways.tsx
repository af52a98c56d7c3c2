import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { showToast } from '#src/lib/screen/toast.ts';
import { pictureFile } from '../picture-file.ts';

/** Opens the share sheet of the system with the picture, where there is one for files. */
function SharePicture({ picture, file }: { picture: string; file: string }) {
  const files = [pictureFile(picture, file)];
  if (!('canShare' in navigator) || !navigator.canShare({ files })) return null;
  const share = () =>
    navigator.share({ files }).catch((error: unknown) => {
      // The member closed the sheet of the system.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast('The picture could not be shared. Please save it.', { tone: 'failure' });
    });
  return <Button onClick={() => void share()}>Share picture</Button>;
}

/** Saves the picture of a poster, or shares it. */
export function PosterWays({ picture, file }: { picture: string; file: string }) {
  return (
    <div className="wrap gap-3">
      <ButtonLink variant="primary" href={picture} download={file}>
        Save picture
      </ButtonLink>
      <SharePicture picture={picture} file={file} />
    </div>
  );
}
