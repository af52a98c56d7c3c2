import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

/** Paths the API answers while the web app runs under Vite's own server. */
const apiPaths = ['/api', '/users', '/images', '/docs', '/openapi.json', '/unsubscribe'];

/** `/users/password/edit` and `/users/password/forgot` are pages; everything else under the prefixes is a call. */
function pageOnly(request: { headers: { accept?: string | undefined }; url?: string | undefined }) {
  return request.headers.accept?.includes('text/html') ? request.url : undefined;
}

const target = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
  },
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [path, { target, bypass: pageOnly }])),
      '^/(accept_list|reject_list)/': { target, bypass: pageOnly },
    },
  },
});
