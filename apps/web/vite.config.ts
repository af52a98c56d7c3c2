import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgets } from './build/budgets.ts';
import { groupOf } from './build/chunks.ts';
import { frontPage } from './build/front-page.ts';
import { offline } from './build/offline.ts';
import { precompress } from './build/precompress.ts';

/** Paths that Vite's development server passes to the API. */
const apiPaths = ['/api', '/users', '/images', '/docs', '/openapi.json', '/unsubscribe'];

/**
 * Returns the address of a request for an HTML page, which Vite answers instead of the API.
 * `/users/password/edit` and `/users/password/forgot` are such pages.
 */
function pageOnly(request: { headers: { accept?: string | undefined }; url?: string | undefined }) {
  return request.headers.accept?.includes('text/html') ? request.url : undefined;
}

const target = 'http://127.0.0.1:3000';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), frontPage(), offline(), budgets(), precompress()],
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    // The styles are one sheet of a few kB. On a phone, further requests before the first paint would take
    // longer.
    cssCodeSplit: false,
    rolldownOptions: {
      // Copies each shared constant into the files that use the constant. No screen then loads paths and
      // texts of other screens.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // For prerendering, each screen keeps a separate file, because the build finds the screens by their
        // files.
        codeSplitting: isSsrBuild || {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
            },
            { debugName: 'screens', name: groupOf, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [path, { target, bypass: pageOnly }])),
      '^/(accept_list|reject_list)/': { target, bypass: pageOnly },
    },
  },
}));
