"""Maps: a position as a picture, the facts behind it, and the images for forums."""
