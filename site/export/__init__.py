"""The knowledge base → files for programs: JSON, search data, feed, site map, service worker."""
