import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { Page } from '#src/components/ui/page.tsx';
import { importsQuery } from '#src/features/imports/api.ts';
import { PastImports } from '#src/features/imports/components/past-imports.tsx';
import { UploadForm } from '#src/features/imports/components/upload-form.tsx';
import { OneImport } from './one-import.tsx';
import css from './settings.module.css';

/** The form for a new import, and the earlier imports. */
function NewImport() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data = [] } = useQuery(importsQuery);
  return (
    <Page
      title="Import from another service"
      lead="Bring your ratings, views and lists. Every title that you rated or saw makes your recommendations better."
    >
      <div className={css.feedback}>
        <UploadForm
          onUploaded={({ id }) => {
            void client.invalidateQueries({ queryKey: importsQuery.queryKey });
            void navigate(screenAddress(paths.oneImport, { importId: id }));
          }}
        />
        <p className={css.line}>
          Plex, Jellyfin, Emby and Kodi can also report what you watch:{' '}
          <Link to={`${paths.settings}?tab=connections`}>connect a media server</Link>.
        </p>
      </div>
      <PastImports imports={data} />
    </Page>
  );
}

/**
 * `/settings/import` and the address of one import. The two addresses share one route, because each route
 * adds to the first load.
 */
export function Component() {
  const { importId } = useParams();
  return importId === undefined ? <NewImport /> : <OneImport id={Number(importId)} />;
}
