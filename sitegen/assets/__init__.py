"""What the site has beside its pages: fonts, search indexes, social images, the service worker, the archive.

Pages name assets as they are called in `templates/assets`, or as made here: `assets/site.css`. A built site has
each under a name with a hash of what it holds, so that a browser may keep it for ever (`naming`).
"""

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'"
"""What the pages may load and run: files of the site, and nothing inline."""
